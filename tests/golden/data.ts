// Rows for the golden tests, few enough to add up by hand.
import { columnsOf, tableNames } from '../semantic/model.ts'

const rows: Record<string, string[]> = {
  login_day: [
    "'2026-01-01', 'a', 1, 'x', 1, 10",
    "'2026-01-01', 'a', 1, 'x', 2, 20",
    "'2026-01-01', 'b', 2, 'y', 3, 30",
    "'2026-01-02', 'a', 1, 'x', 1, 40",
    "'2026-01-02', 'a', 1, '',  4, 50",
    "'2026-01-02', 'c', 3, NULL, 5, 60",
  ],
  pay_order: [
    "'2026-01-01 04:30:00', '2026-01-01', 'a', 1, 'x', 1, 10.50, 'paid', true",
    "'2026-01-01 09:00:00', '2026-01-01', 'a', 1, 'x', 1, 20.00, 'paid', false",
    "'2026-01-01 23:59:59', '2026-01-01', 'b', 2, 'y', 3, 5.25, 'refunded', true",
    "'2026-01-02 00:00:00', '2026-01-02', 'a', 1, 'x', 2, 100.00, 'paid', true",
    "'2026-01-02 04:59:59', '2026-01-02', 'c', 3, NULL, 5, 7.00, 'paid', true",
    "'2026-01-02 05:00:00', '2026-01-02', 'a', 1, '', 4, 3.00, 'fraud', true",
  ],
  ad_cost: [
    "'2026-01-01', 'a', 'x', 30.00, 10",
    "'2026-01-02', 'a', 'x', 20.00, 0",
    "'2026-01-02', 'a', 'z', 9.00, 3",
  ],
  note_fact: [
    "'O''Brien', 1",
    "'100%', 2",
    "'1000', 4",
    "'a_b', 8",
    "'axb', 16",
    "'c:\\dir', 32",
    "'（全角）', 64",
    '\'say "hi"\', 128',
    "'=1+1', 256",
    "'', 512",
    'NULL, 1024',
    "'ÄPFEL Ｑ İx', 2048",
    "'ДОМ Σίγμ ẞ', 4096",
  ],
  event_log: [
    "'2025-12-28 23:30:00', 1, 1.5", // Sunday
    "'2025-12-29 00:00:00', 1, 2.5", // Monday: week of 2025-12-29
    "'2026-01-04 23:59:59', 2, 4.0", // Sunday of the same week
    "'2026-01-05 00:00:00', 2, 8.0", // the next Monday
    "'2024-02-29 12:00:00', 4, 16.0",
    "'2024-03-01 00:00:00', 9, 32.0", // a server that no one knows
  ],
  balance_day: [
    "'2026-01-01', 'a', 1, 'gold', 100",
    "'2026-01-02', 'a', 1, 'gold', 110", // and no row on the third
    "'2026-01-01', 'a', 1, 'gem', 10",
    "'2026-01-02', 'a', 1, 'gem', NULL",
    "'2026-01-03', 'a', 1, 'gem', 30",
    "'2026-01-01', 'b', 2, 'gold', 200", // nothing was written after it
    "'2026-01-02', 'c', 4, 'gold', NULL",
    "'2026-01-03', 'c', 4, 'gold', 5",
    "'2026-01-01', 'c', 9, 'gold', 50",
    "'2026-01-02', 'c', 9, 'gold', 0", // closed: emptied, then no rows
  ],
  dim_server: [
    "1, '一服', 'a', '2025-12-29', '华东'",
    "2, '二服', 'b', '2026-01-01', '华北'",
    "4, '空服', 'c', '2026-01-04', NULL",
  ],
  dim_channel: ["'x', '应用商店 X', '商店'", "'y', '广告 Y', '广告'"],
  dim_repeated: ["'x', '甲'", "'x', '乙'", "'y', '甲'"],
}

/** Statements that create and fill the tables. */
export function dataStatements(): string[] {
  return tableNames.flatMap((name) => [
    `CREATE TABLE ${name} (${columnsOf(name)})`,
    `INSERT INTO ${name} VALUES ${(rows[name] as string[]).map((row) => `(${row})`).join(', ')}`,
  ])
}
