import Foundation

// A program that reads a password as most do, for the test that looks for passwords in memory.
func readPassword() -> Bool {
  readLine() != nil
}

if readPassword() { FileHandle.standardOutput.write(Data("Logged in\n".utf8)) }
_ = readLine()
