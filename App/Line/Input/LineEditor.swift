import CLineEditor
import Foundation
import Presentation

/// libedit at a terminal: one line at a time, in the thread that asks for it.
///
/// Emacs keys, unless the person's own `~/.editrc` has others.
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
  private var fault: SystemFault?
  /// A byte that turned out not to belong to the character before it.
  private var heldBack: UInt8?

  /// An editor of what is typed at `input` and shown at `output`, which are one terminal. What the
  /// editor shows by itself goes through `visible`.
  init(
    input: Descriptor, output: Descriptor, signals: TerminalSignals,
    visible: @escaping (String) -> String
  ) throws(SystemFault) {
    self.signals = signals
    try TerminalMode.keep(input)
    guard let source = fdopen(dup(input.number), "r"),
      let target = fdopen(dup(output.number), "w"),
      let editor = el_init("tally", source, target, target),
      let history = history_init(), let noHistory = history_init()
    else { throw SystemFault.last }
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

  /// What the keys for older lines bring back.
  func setHistory(_ commands: [String]) {
    line_history_clear(history)
    commands.forEach { line_history_enter(history, $0) }
  }

  /// The line that the person enters, which is line `number`.
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
      // The window may have changed while nobody looked.
      el_resize(editor)
      // Or a key that is pressed as soon as the prompt is there would still be the terminal's.
      line_editor_prepare_terminal(editor, 1)
      var count: Int32 = 0
      return el_gets(editor, &count).map { String(validatingCString: $0) }
    }
    if isCancelled { throw .cancelled }
    guard let line else {
      // The end is no reason to leave the shell's prompt on this line; nor is a terminal that is gone.
      try? output.write("\n")
      throw .end(cause: fault?.cause)
    }
    guard let line, !line.unicodeScalars.contains("\u{FFFD}") else {
      throw .notUTF8(line: number)
    }
    guard line.utf8.count <= LineBuffer.longestLine else { throw .tooLong(line: number) }
    return line.last == "\n" ? String(line.dropLast()) : line
  }
}

extension LineEditor {
  /// What libedit calls back has no context but the one that the editor keeps.
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
    el_source(editor, nil)
    line_editor_bind(editor, "^I", "tally-complete") { editor, _ in
      UInt8(LineEditor.of(editor)?.complete() ?? CC_ERROR)
    }
    line_editor_bind(editor, "^C", "tally-cancel") { editor, _ in
      UInt8(LineEditor.of(editor)?.cancel() ?? CC_ERROR)
    }
    line_editor_free_interrupt_key(editor)
    line_editor_hush_between_lines(editor)
  }

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
      let page = Page(columns: Int(line_editor_columns(editor)), hasBlocks: false)
      let rows = Completion.rows(of: texts.map(visible), on: page)
      // The list is a courtesy; a terminal that is gone is met by the next read.
      try? output.write("\n" + rows.map { $0 + "\n" }.joined())
      line_editor_redraw(editor)
      return CC_NORM
    }
  }

  /// Marks where the line was dropped, and lets the editor end it in its own way, below the last row.
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

  /// How long the editor takes a text to be: it hands bytes over, and counts scalars.
  private static func length(of text: String) -> Int32 {
    Int32(clamping: text.unicodeScalars.count)
  }

  private func readCharacter(into character: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    do throws(SystemFault) {
      guard let scalar = try nextScalar() else { return 0 }
      character?.pointee = wchar_t(scalar.value)
      return 1
    } catch {
      fault = error
      return -1
    }
  }

  /// What is not UTF-8 becomes U+FFFD, so that it is seen.
  private func nextScalar() throws(SystemFault) -> Unicode.Scalar? {
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

  private func nextByte() throws(SystemFault) -> UInt8? {
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

  /// After a stop, or in a window of another size. The editor does not notice by itself that a shell
  /// changed the mode, unless it left the terminal before.
  private func takeTerminalAgain() {
    // A terminal that is gone is met by the next read.
    try? TerminalMode.keep(input)
    line_editor_prepare_terminal(editor, 0)
    line_editor_prepare_terminal(editor, 1)
    el_resize(editor)
    try? output.write("\r")
    line_editor_redraw(editor)
  }
}
