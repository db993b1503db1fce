import Presentation
import Testing

@testable import Terminal

@Suite(.limited) struct BarChartTests {
  private func chart(_ values: Int64?...) -> BarChart {
    BarChart(
      bars: values.enumerated().map { BarChart.Bar(label: "2026-02-0\($0 + 1)", value: $1) })
  }

  @Test func `the longest bar fills the columns and the others are in proportion`() {
    #expect(
      chart(8, 4, 2, 1).lines(on: .plain(columns: 23)) == [
        "2026-02-01  8  ########",
        "2026-02-02  4  ####",
        "2026-02-03  2  ##",
        "2026-02-04  1  #",
      ])
  }

  @Test func `a sum of zero has no bar`() {
    #expect(
      chart(0, 3).lines(on: .plain(columns: 18)) == ["2026-02-01  0", "2026-02-02  3  ###"])
    #expect(chart(0, 0).lines(on: .plain()) == ["2026-02-01  0", "2026-02-02  0"])
    #expect(chart().lines(on: .plain()).isEmpty)
  }

  @Test func `a sum out of range is marked, and has no bar`() {
    #expect(
      chart(nil, -1, nil, 2).lines(on: .plain(columns: 30)) == [
        "2026-02-01  out of range", "2026-02-02            -1  --",
        "2026-02-03  out of range", "2026-02-04             2  ####",
      ])
    #expect(chart(nil).lines(on: .plain(columns: 20)) == ["2026-02-01  out of range"])
  }

  @Test func `negative sums are drawn lighter`() {
    #expect(
      chart(-4, 2).lines(on: .plain(columns: 20)) == [
        "2026-02-01  -4  ----",
        "2026-02-02   2  ##",
      ])
    #expect(
      chart(-4, 2).lines(on: .plain(columns: 20, hasBlocks: true)) == [
        "2026-02-01  -4  ░░░░",
        "2026-02-02   2  ██",
      ])
  }

  @Test func `blocks end in eighths`() {
    let lines = chart(16, 15, 14, 13, 12, 11, 10, 9, 8).lines(
      on: .plain(columns: 18, hasBlocks: true))
    #expect(
      lines == [
        "2026-02-01  16  ██", "2026-02-02  15  █▉", "2026-02-03  14  █▊", "2026-02-04  13  █▋",
        "2026-02-05  12  █▌", "2026-02-06  11  █▍", "2026-02-07  10  █▎", "2026-02-08   9  █▏",
        "2026-02-09   8  █",
      ])
  }

  @Test func `the smallest bar is visible`() {
    #expect(
      chart(1_000_000, 1, -1).lines(on: .plain(columns: 23)) == [
        "2026-02-01  1000000  ##",
        "2026-02-02        1  #",
        "2026-02-03       -1  -",
      ])
    #expect(
      chart(1_000_000, 1, -1).lines(on: .plain(columns: 23, hasBlocks: true)) == [
        "2026-02-01  1000000  ██",
        "2026-02-02        1  ▏",
        "2026-02-03       -1  ░",
      ])
  }

  @Test(arguments: [1, 10, 13, 15])
  func `in few columns the number is complete and the bar is shorter`(columns: Int) {
    #expect(chart(8).lines(on: .plain(columns: columns)) == ["2026-02-01  8"])
  }

  @Test(arguments: [1, 40, 80, 1_000], [true, false])
  func `the least and greatest 64-bit numbers are drawn`(columns: Int, hasBlocks: Bool) {
    let metrics = TextMetrics.plain(columns: columns, hasBlocks: hasBlocks)
    let lines = chart(.min, .max, .min + 1, -1, 0, 1).lines(on: metrics)
    #expect(lines.count == 6)
    #expect(lines[0].hasPrefix("2026-02-01  -9223372036854775808"))
    #expect(lines[1].hasPrefix("2026-02-02   9223372036854775807"))
    // 32 columns of label and number, 2 of space.
    #expect(lines[0].count == max(32, columns))
  }

  @Test(arguments: [true, false])
  func `no line is longer than the columns when a bar fits`(hasBlocks: Bool) {
    for columns in 20...60 {
      let metrics = TextMetrics.plain(columns: columns, hasBlocks: hasBlocks)
      for line in chart(7, 5, 3, -7, -2, 1).lines(on: metrics) { #expect(line.count <= columns) }
    }
  }

  @Test func `a wide label leaves its bar fewer columns`() {
    let chart = BarChart(bars: [BarChart.Bar(label: "日", value: 9)])
    #expect(chart.lines(on: .plain(columns: 10, wide: "日")) == ["日  9  ###"])
  }
}
