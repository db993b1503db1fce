import Server

// The server with a commit for each change: a control for the measurements.
@main
enum ServeSingly {
  static func main() {
    ServerProgram.run(largestGroup: 1)
  }
}
