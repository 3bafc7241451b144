// Which columns look like personal data, by their names and by what they hold. A proposal says why; a person decides.
import type { PersonalKind } from '#shared/personal.ts'

interface Proposed {
  kind: PersonalKind
  reason: string
}

/** Names in lower case, without what separates their words. */
const names: [PersonalKind, RegExp][] = [
  ['phone', /^(?:.*(?:phone|mobile|telephone)(?:no|num|number)?|tel|.*(?:手机|电话)(?:号|号码)?)$/],
  ['email', /mail(?:addr|address)?$|邮箱|邮件地址/],
  ['idCard', /^(?:.*(?:idcard|identitycard|idno|certno)(?:no|num|number)?|.*身份证(?:号|号码)?)$/],
  [
    'device',
    /^(?:.*(?:deviceid|imei|idfa|idfv|oaid|androidid|gaid|udid|mac|macaddress)|device|.*设备(?:号|标识|id))$/,
  ],
  ['ip', /^(?:ip|.*(?:ipaddr|ipaddress|clientip|loginip|userip|regip)|.*ip地址)$/],
  ['name', /^(?:.*(?:realname|truename|fullname|username|contactname)|.*(?:姓名|真实姓名|联系人))$/],
]

const wordless = (name: string): string => name.toLowerCase().replace(/[\s_.-]/g, '')

/** Patterns of values, for `regexp_full_match`; each linear. */
export const valuePatterns: readonly [PersonalKind, string][] = [
  ['phone', '(\\+?86[- ]?)?1[3-9][0-9]{9}'],
  ['email', '[^@ ]+@[^@ ]+\\.[A-Za-z]+'],
  ['idCard', '[1-9][0-9]{16}[0-9Xx]'],
  ['ip', '[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}'],
  ['device', '[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}'],
]

const words: Record<PersonalKind, string> = {
  device: '设备号',
  phone: '手机号',
  name: '姓名',
  idCard: '身份证号',
  email: '邮箱地址',
  ip: 'IP 地址',
  other: '个人信息',
}

/** More of the looked-at values than these have the form. */
const most = 0.8

/** `like`: how many of the `looked` values have the form of each kind. */
export function proposedFor(
  name: string,
  looked: number,
  like: ReadonlyMap<PersonalKind, number>,
): Proposed | null {
  for (const [kind, count] of like)
    if (looked > 0 && count > looked * most)
      return { kind, reason: `看了 ${looked} 个值，${count} 个像${words[kind]}` }
  return proposedByName(name)
}

export function proposedByName(name: string): Proposed | null {
  const named = names.find(([, pattern]) => pattern.test(wordless(name)))
  return named === undefined ? null : { kind: named[0], reason: `列名像${words[named[0]]}` }
}

const forms = valuePatterns.map(([kind, pattern]) => [kind, new RegExp(`^(?:${pattern})$`)] as const)

/** Of a file's column, by the values that were looked at; null: empty. */
export function proposedByValues(name: string, values: readonly (string | null)[]): Proposed | null {
  const filled = values.filter((value) => value !== null && value !== '') as string[]
  const like = forms.map(([kind, form]) => [kind, filled.filter((value) => form.test(value)).length] as const)
  return proposedFor(name, filled.length, new Map(like))
}
