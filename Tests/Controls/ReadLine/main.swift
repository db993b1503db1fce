import Foundation

// A program that reads a password in the usual way: a control for the memory tests.
func readPassword() -> Bool {
  readLine() != nil
}

if readPassword() { FileHandle.standardOutput.write(Data("Logged in\n".utf8)) }
_ = readLine()
