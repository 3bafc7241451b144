// Parses seeds: an otpauth:// address from a QR code, or the Base32 letters printed below it. An error says
// what is wrong and never quotes the input.
import { cleanLine } from '#server/objects/texts.ts'
import { AppError } from '#shared/errors.ts'
import { type Algorithm, algorithms, digitCounts, type MfaAccountChange, periods } from '../contract.ts'

export interface Seed {
  /** Base32 without blanks and padding. */
  seed: string
  algorithm: Algorithm
  digits: number
  period: number
}

export interface NamedSeed extends Seed {
  /** Absent when the address names none. */
  issuer?: string
  account?: string
}

/** Most services use 80 bits; RFC 4226 asks for 128, and nobody uses more than 1,024. */
const leastBits = 80
const mostBits = 1_024

const wrong = (message: string) => new AppError('parameter_wrong', message)

export function readSeed(
  typed: string,
  given: Pick<MfaAccountChange, 'algorithm' | 'digits' | 'period'>,
): NamedSeed {
  const text = typed.trim()
  if (text === '') throw wrong('请粘贴 otpauth:// 链接，或填写 Base32 密钥')
  if (/^otpauth-migration:/i.test(text))
    throw wrong('这是验证器应用的批量导出，请改用单个账号的 otpauth:// 链接或密钥')
  if (/^otpauth:/i.test(text)) return readAddress(text)
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) throw wrong('链接应以 otpauth://totp/ 开头')
  return {
    seed: cleanSeed(text),
    ...readShape(given.algorithm ?? 'SHA1', given.digits ?? 6, given.period ?? periods.usual),
  }
}

function readAddress(text: string): NamedSeed {
  if (!URL.canParse(text)) throw wrong('otpauth 链接不完整，请重新复制')
  const { host, pathname, searchParams } = new URL(text)
  if (host.toLowerCase() === 'hotp') throw wrong('这是按次数的口令（hotp），只支持按时间的口令（totp）')
  if (host.toLowerCase() !== 'totp') throw wrong('链接应以 otpauth://totp/ 开头')
  const seeds = searchParams.getAll('secret')
  if (seeds.length !== 1 || seeds[0] === '')
    throw wrong(seeds.length > 1 ? '链接里有几个密钥（secret），只能有一个' : '链接里没有密钥（secret）')
  const { issuer, account } = labelOf(pathname)
  const number = (name: string, usual: number) => {
    const value = searchParams.get(name)
    if (value === null) return usual
    return /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN
  }
  const algorithm = (searchParams.get('algorithm') ?? 'SHA1').toUpperCase().replace(/^SHA-/, 'SHA')
  return {
    seed: cleanSeed(seeds[0] as string),
    ...readShape(algorithm, number('digits', 6), number('period', periods.usual)),
    issuer: cleanLine(searchParams.get('issuer') ?? issuer, '服务', 100),
    account: cleanLine(account, '账号', 100),
  }
}

/** `Aliyun:user@example.com`, or only the account. */
function labelOf(pathname: string): { issuer: string; account: string } {
  let label: string
  try {
    label = decodeURIComponent(pathname.replace(/^\//, ''))
  } catch {
    throw wrong('otpauth 链接里的账号名无法识别，请重新复制')
  }
  const at = label.indexOf(':')
  return at < 0
    ? { issuer: '', account: label }
    : { issuer: label.slice(0, at), account: label.slice(at + 1) }
}

function cleanSeed(text: string): string {
  const seed = text
    .replace(/[\s-]/g, '')
    .toUpperCase()
    .replace(/={1,6}$/, '')
  const foreign = [...seed].find((character) => !/[A-Z2-7]/.test(character))
  if (foreign !== undefined)
    throw wrong(`密钥含有「${foreign}」：Base32 只含字母 A 到 Z 和数字 2 到 7（没有 0、1、8、9）`)
  const bits = Math.floor((seed.length * 5) / 8) * 8
  if ([1, 3, 6].includes(seed.length % 8)) throw wrong('密钥的长度不对，可能漏了或多了字符，请重新复制')
  if (bits < leastBits) throw wrong(`密钥太短：至少 ${leastBits / 5} 个字符，现为 ${seed.length} 个`)
  if (bits > mostBits) throw wrong(`密钥太长：最多 ${Math.ceil(mostBits / 5)} 个字符`)
  if (new Set(seed).size === 1) throw wrong('密钥只有一种字符，不是真正的密钥')
  return seed
}

function readShape(algorithm: string, digits: number, period: number): Omit<Seed, 'seed'> {
  const known = algorithms.find((one) => one === algorithm)
  if (!known) throw wrong('算法应为 SHA1、SHA256 或 SHA512')
  if (!digitCounts.some((count) => count === digits)) throw wrong('口令应为 6 到 8 位')
  if (!(period >= periods.least && period <= periods.most))
    throw wrong(`周期应为 ${periods.least} 到 ${periods.most} 秒`)
  return { algorithm: known, digits, period }
}
