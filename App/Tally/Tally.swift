import App

@main
enum Tally {
  static func main() {
    Program.run()
  }
}
