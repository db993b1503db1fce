internal import GRDB
internal import CSodium
internal import CSQLite
