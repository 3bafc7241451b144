// Where the warehouse has player data: tables and columns from the settings, or the demo's. A missing one is
// reported, never guessed.
import type { Deps } from '#server/deps.ts'

const usual = {
  players: { table: 'register', player: 'player_id', game: 'cgi', server: 'server_id', day: 'register_date' },
  logins: { table: 'login_day', player: 'player_id', game: 'cgi', day: 'login_date' },
  orders: {
    table: 'pay_order',
    player: 'player_id',
    game: 'cgi',
    day: 'pay_date',
    status: 'status',
    paid: 'paid',
  },
  servers: { table: 'dim_server', id: 'server_id', game: 'cgi', name: 'server_name' },
} as const

type Places = typeof usual
export type PlaceName = keyof Places
/** SQL identifiers, quoted. */
export type Place<Name extends PlaceName> = Record<keyof Places[Name], string>

/** `paid` is no column, but the value of `status` for paid orders. */
const noColumns = new Set(['table', 'paid'])
const titles: Record<PlaceName, string> = {
  players: '玩家注册',
  logins: '玩家登录',
  orders: '充值订单',
  servers: '区服',
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The place, or why there is none, in Chinese. */
export function placeOf<Name extends PlaceName>(
  { warehouse, settings }: Pick<Deps, 'warehouse' | 'settings'>,
  name: Name,
): { place: Place<Name>; problem: '' } | { place: null; problem: string } {
  const named = { ...usual[name], ...settings.installation.push.warehouse?.[name] } as Record<string, string>
  const table = warehouse.tables().find((one) => one.name.toLowerCase() === named.table?.toLowerCase())
  const missing = (what: string) => ({
    place: null,
    problem: `数据仓库里没有${titles[name]}${what}；请管理员在 settings.json 的 push.warehouse.${name} 中填写`,
  })
  if (!table) return missing(`表 ${named.table}`)
  const found: Record<string, string> = { table: quoted(table.name) }
  for (const [key, column] of Object.entries(named)) {
    if (noColumns.has(key)) continue
    const known = table.columns.find((one) => one.name.toLowerCase() === column.toLowerCase())
    if (!known) return missing(`表 ${table.name} 的列 ${column}`)
    found[key] = quoted(known.name)
  }
  if (named.paid !== undefined) found.paid = named.paid
  return { place: found as Place<Name>, problem: '' }
}
