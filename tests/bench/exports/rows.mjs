// The rows that both writers get: 50,000 × 20, a date, three texts, sixteen decimals.
export const rowCount = 50_000
export const columns = Array.from({ length: 20 }, (_, at) => ({
  title: `列 ${at + 1}`,
  type: at === 0 ? 'date' : at < 4 ? 'string' : 'number',
  format: at < 4 ? null : 'decimal',
}))
const day = (row) => new Date(Date.UTC(2025, 0, 1) + (row % 700) * 86_400_000).toISOString().slice(0, 10)

export function cell(row, column) {
  if (column === 0) return day(row)
  if (column === 1) return `玩家${row}`
  if (column === 2) return `渠道${row % 50}`
  if (column === 3) return row % 7 ? 'iOS' : '=1+1'
  return Math.round(row * column * 100) / 700
}
