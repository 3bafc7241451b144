// Grows an installation's metadata to the size after years of use: runs of SQL, views of figures, the audit log.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const million = 1_000_000
/** Approximate bytes per row of each table. */
const rowBytes = 1500

const at = "strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', printf('+%d seconds', i))"
/** A text of this many characters that differs from row to row. */
const words = (length: number) => `printf('%0${length}d', i * 7919)`

const statements = [
  `insert into sql_run (id, user_id, kind, status, title, sql, params, query_id, row_limit, cache_key, cached,
     columns, row_count, truncated, elapsed_ms, queued_ms, problem, pinned, expires_at, file, started_at, ended_at)
   select printf('filled-%d-%d', :first, i), (select min(id) from user), 'query', 'done', '日报', ${words(1200)}, '{}',
     null, 10000, printf('%x', i), 0, '[]', 7, 0, 1.5, 0, null, 0, null, null, ${at}, ${at} from n`,
  `insert into trace (code, kind, user_id, at, detail)
   select printf('filled-%d-%d', :first, i), 'view', null, ${at}, ${words(1400)} from n`,
  `insert into audit (at, user_id, action, detail)
   select ${at}, null, 'session.start', printf('{"filled":%d,"text":"%s"}', :first, ${words(1400)}) from n`,
]

/** Adds rows of about this many bytes in total. The installation must have a user and no running process. */
export function addRecords(dataDir: string, bytes: number): void {
  const path = join(dataDir, 'metadata.sqlite')
  // The checksum is removed, because the change is intended.
  rmSync(`${path}.sha256`, { force: true })
  const database = new DatabaseSync(path)
  database.exec('pragma synchronous = off')
  const perStep = Math.ceil(Math.min(bytes, 60 * million) / rowBytes / statements.length)
  let first = Number(database.prepare('select count(*) as rows from audit').get()?.rows)
  for (let left = bytes; left > 0; left -= perStep * rowBytes * statements.length, first += perStep) {
    for (const statement of statements) {
      const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${perStep})`
      database.prepare(`${numbers} ${statement}`).run({ first })
    }
  }
  database.close()
}
