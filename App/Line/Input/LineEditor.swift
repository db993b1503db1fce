import CLineEditor
import Platform
import Presentation
import Terminal

/// Reads lines at a terminal with libedit, in the caller's thread.
///
/// Uses Emacs keys, unless the user's `~/.editrc` sets others.
final class LineEditor {
  private let editor: OpaquePointer
  private let history: OpaquePointer
  private let noHistory: OpaquePointer
  private let streams: [UnsafeMutablePointer<FILE>]
  private let signals: TerminalSignals
  private let input: Descriptor
  private let output: Descriptor
  private let visible: (String) -> String

  private var prompt: UnsafeMutablePointer<CChar>?
  private var completions: (String) -> [String] = { _ in [] }
  private var isCancelled = false
  private var fault: SystemError?
  /// A byte that did not continue the previous character.
  private var heldBack: UInt8?

  /// Creates an editor for a terminal with these descriptors. Texts that the editor shows by itself
  /// are escaped by `visible`.
  init(
    input: Descriptor, output: Descriptor, signals: TerminalSignals,
    visible: @escaping (String) -> String
  ) throws(SystemError) {
    self.signals = signals
    try TerminalMode.keep(input)
    guard let source = fdopen(dup(input.number), "r"),
      let target = fdopen(dup(output.number), "w"),
      let editor = el_init("tally", source, target, target),
      let history = history_init(), let noHistory = history_init()
    else { throw SystemError.last }
    self.editor = editor
    self.history = history
    self.noHistory = noHistory
    streams = [source, target]
    self.input = input
    self.output = output
    self.visible = visible
    line_history_set_size(history, Int32(CommandHistory.size))
    TerminalSignals.reading { setUp() }
  }

  deinit {
    el_end(editor)
    TerminalMode.giveUp()
    history_end(history)
    history_end(noHistory)
    streams.forEach { fclose($0) }
    free(prompt)
  }

  /// Sets the history for the arrow keys.
  func setHistory(_ commands: [String]) {
    line_history_clear(history)
    commands.forEach { line_history_enter(history, $0) }
  }

  /// Reads a line, which is line `number` of the input.
  func next(
    prompt: String, number: Int, withHistory: Bool,
    completions: @escaping (String) -> [String]
  ) throws(InputFault) -> String {
    free(self.prompt)
    self.prompt = strdup(visible(prompt))
    self.completions = completions
    isCancelled = false
    fault = nil
    line_editor_use_history(editor, withHistory ? history : noHistory)
    let line: String?? = TerminalSignals.reading {
      // The window may have been resized meanwhile.
      el_resize(editor)
      // Otherwise a key pressed right after the prompt would be handled by the terminal.
      line_editor_prepare_terminal(editor, 1)
      var count: Int32 = 0
      return el_gets(editor, &count).map { String(validatingCString: $0) }
    }
    if isCancelled { throw .cancelled }
    guard let line else {
      // Moves the shell's prompt to a new line; failing here does not matter.
      try? output.write("\n")
      throw .end(cause: fault?.text)
    }
    guard let line, !line.unicodeScalars.contains("\u{FFFD}") else {
      throw .notUTF8(line: number)
    }
    guard line.utf8.count <= LineBuffer.longestLine else { throw .tooLong(line: number) }
    return line.last == "\n" ? String(line.dropLast()) : line
  }
}

extension LineEditor {
  /// Finds the editor in a callback of libedit, which has no other context.
  private static func of(_ editor: OpaquePointer?) -> LineEditor? {
    line_editor_context(editor).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  private func setUp() {
    line_editor_set_context(editor, Unmanaged.passUnretained(self).toOpaque())
    line_editor_set_prompt(editor) { LineEditor.of($0)?.prompt }
    line_editor_set_reader(editor) { editor, character in
      LineEditor.of(editor)?.readCharacter(into: character) ?? -1
    }
    line_editor_use_emacs_keys(editor)
    obeyUser()
    line_editor_unbind_commands(editor)
    line_editor_bind(editor, "^I", "tally-complete") { editor, _ in
      UInt8(LineEditor.of(editor)?.complete() ?? CC_ERROR)
    }
    line_editor_bind(editor, "^C", "tally-cancel") { editor, _ in
      UInt8(LineEditor.of(editor)?.cancel() ?? CC_ERROR)
    }
    line_editor_free_interrupt_key(editor)
    line_editor_hush_between_lines(editor)
  }

  /// Does what the user's `~/.editrc` says. `el_source` would crash at a quote that is not closed.
  private func obeyUser() {
    let environment = Environment.process
    guard let path = environment["EDITRC"] ?? environment["HOME"].map({ "\($0)/.editrc" }),
      let file = Self.text(of: path), let words = tok_init(nil)
    else { return }
    defer { tok_end(words) }
    for line in file.split(whereSeparator: \.isNewline) {
      guard line.first(where: { !$0.isWhitespace }) != "#" else { continue }
      var (count, first): (Int32, UnsafeMutablePointer<UnsafePointer<CChar>?>?) = (0, nil)
      if tok_str(words, String(line), &count, &first) == 0 { el_parse(editor, count, first) }
      tok_reset(words)
    }
  }

  private static func text(of path: String) -> String? {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    defer { close(number) }
    let bytes = try? Descriptor(number: number).readAll(upTo: longestSettings)
    return bytes.flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// In bytes; far more than anybody writes there.
  private static let longestSettings = 1 << 20

  private func complete() -> Int32 {
    guard let info = el_line(editor) else { return CC_ERROR }
    let text = Self.text(from: info.pointee.buffer, to: info.pointee.cursor)
    switch Completion(of: text, candidates: completions(text)) {
    case .none: return CC_REFRESH_BEEP
    case .replace(let replacement):
      el_deletestr(editor, Self.length(of: text))
      el_insertstr(editor, replacement)
      return CC_REFRESH
    case .list(let texts):
      let metrics = TextMetrics(columns: Int(line_editor_columns(editor)), hasBlocks: false)
      let rows = Completion.rows(of: texts.map(visible), on: metrics)
      // The list is not essential; if the terminal is closed, the next read fails.
      try? output.write("\n" + rows.map { $0 + "\n" }.joined())
      line_editor_redraw(editor)
      return CC_NORM
    }
  }

  /// Marks the dropped line, and lets the editor end it below its last row.
  private func cancel() -> Int32 {
    guard let info = el_line(editor) else { return CC_ERROR }
    isCancelled = true
    let rest = Self.text(from: info.pointee.cursor, to: info.pointee.lastchar)
    el_cursor(editor, Self.length(of: rest))
    el_insertstr(editor, "^C")
    el_push(editor, "\n")
    return CC_REFRESH
  }

  private static func text(from start: UnsafePointer<CChar>, to end: UnsafePointer<CChar>) -> String
  {
    String(decoding: UnsafeRawBufferPointer(start: start, count: end - start), as: UTF8.self)
  }

  /// The length as the editor counts it: it returns bytes, but counts scalars.
  private static func length(of text: String) -> Int32 {
    Int32(clamping: text.unicodeScalars.count)
  }

  private func readCharacter(into character: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    do throws(SystemError) {
      guard let scalar = try nextScalar() else { return 0 }
      character?.pointee = wchar_t(scalar.value)
      return 1
    } catch {
      fault = error
      return -1
    }
  }

  /// Replaces invalid UTF-8 with U+FFFD, so that it is visible.
  private func nextScalar() throws(SystemError) -> Unicode.Scalar? {
    guard let first = try nextByte() else { return nil }
    var bytes = [first]
    while bytes.count < (~first).leadingZeroBitCount, let byte = try nextByte() {
      guard Unicode.UTF8.isContinuation(byte) else {
        heldBack = byte
        break
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.first
  }

  private func nextByte() throws(SystemError) -> UInt8? {
    if let byte = heldBack {
      heldBack = nil
      return byte
    }
    return try signals.nextByte(
      of: input,
      leave: {
        line_editor_prepare_terminal(editor, 0)
        TerminalMode.restore()
      },
      enter: takeTerminalAgain)
  }

  /// Restores the editor's mode after a stop or a resize. The editor notices a mode changed by a
  /// shell only if it left the terminal before.
  private func takeTerminalAgain() {
    // If the terminal is closed, the next read fails.
    try? TerminalMode.keep(input)
    line_editor_prepare_terminal(editor, 0)
    line_editor_prepare_terminal(editor, 1)
    el_resize(editor)
    try? output.write("\r")
    line_editor_redraw(editor)
  }
}
