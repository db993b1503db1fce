import ArgumentParser
import CLineEditor
@main struct T: ParsableCommand { }
