// Masks of personal data: in report statements, and in the views that users' SQL reads.
import type { PersonalKind } from '#shared/personal.ts'

/** The mask of a text; `key`: the SQL of the hashes' key. Empty texts stay empty, and what is missing is missing. */
export function maskText(text: string, kind: PersonalKind, key: string): string {
  const value = `CAST(${text} AS VARCHAR)`
  return `CASE WHEN ${value} = '' THEN '' WHEN ${value} IS NOT NULL THEN ${ofKind[kind](value, key)} END`
}

const ofKind: Record<PersonalKind, (value: string, key: string) => string> = {
  device: (value, key) => `'#' || substring(sha256(${key} || ${value}), 1, 20)`,
  phone: (value) =>
    `CASE WHEN length(${value}) >= 10 THEN left(${value}, 3) || '****' || right(${value}, 4) ELSE '****' END`,
  name: (value) => `left(${value}, 1) || '*'`,
  idCard: (value) =>
    `CASE WHEN length(${value}) >= 15 THEN left(${value}, 3) || '*************' || right(${value}, 2) ELSE '****' END`,
  email: (value) =>
    `CASE WHEN contains(${value}, '@') THEN left(${value}, 1) || '***@' || split_part(${value}, '@', -1) ELSE '***' END`,
  ip: (value) =>
    `CASE WHEN contains(${value}, ':') THEN split_part(${value}, ':', 1) || ':' || split_part(${value}, ':', 2) || ':*' WHEN contains(${value}, '.') THEN split_part(${value}, '.', 1) || '.' || split_part(${value}, '.', 2) || '.*.*' ELSE '*' END`,
  other: () => `'***'`,
}

/** The same in ClickHouse's SQL, of a text. */
export function maskTextInClickHouse(value: string, kind: PersonalKind, key: string): string {
  return `multiIf(isNull(${value}), NULL, ${value} = '', '', ${inClickHouse[kind](value, key)})`
}

const inClickHouse: Record<PersonalKind, (value: string, key: string) => string> = {
  device: (value, key) =>
    `concat('#', substring(lower(hex(SHA256(concat(${key}, ifNull(${value}, ''))))), 1, 20))`,
  phone: (value) =>
    `if(lengthUTF8(${value}) >= 10, concat(leftUTF8(${value}, 3), '****', rightUTF8(${value}, 4)), '****')`,
  name: (value) => `concat(leftUTF8(${value}, 1), '*')`,
  idCard: (value) =>
    `if(lengthUTF8(${value}) >= 15, concat(leftUTF8(${value}, 3), '*************', rightUTF8(${value}, 2)), '****')`,
  email: (value) =>
    `if(position(${value}, '@') > 0, concat(leftUTF8(${value}, 1), '***@', splitByChar('@', ifNull(${value}, ''))[-1]), '***')`,
  ip: (value) => {
    const parts = (sign: string) => `splitByChar('${sign}', ifNull(${value}, ''))`
    return `multiIf(position(${value}, ':') > 0, concat(${parts(':')}[1], ':', ${parts(':')}[2], ':*'), position(${value}, '.') > 0, concat(${parts('.')}[1], '.', ${parts('.')}[2], '.*.*'), '*')`
  },
  other: () => `'***'`,
}
