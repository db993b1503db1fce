import App

@main
enum Tally {
  static func main() async {
    await Program.run()
  }
}
