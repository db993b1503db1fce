import Server

@main
enum TallyServe {
  static func main() {
    ServerProgram.run()
  }
}
