// The C library, which has another name on each system. Foundation has it too, and takes longer to
// start than most commands.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif
