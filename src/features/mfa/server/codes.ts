// Computes codes from seeds. The library is loaded on first use.
import { AppError } from '#shared/errors.ts'
import type { Seed } from './seeds.ts'

interface CodeNow {
  code: string
  secondsLeft: number
  next: string | null
}

/**
 * When the current code expires this soon, the next one is shown too, so that nobody types an expired code.
 */
const nearEndSeconds = 8
/** Codes one step earlier or later are accepted, because clocks differ. */
const stepsBeside = 1
/** A wrong code is compared with so many steps around now, to tell the user that the clocks differ. */
const stepsAway = 120

async function generatorOf({ seed, algorithm, digits, period }: Seed) {
  const { Secret, TOTP } = await import('otpauth')
  return new TOTP({ secret: Secret.fromBase32(seed), algorithm, digits, period })
}

export async function codeOf(seed: Seed, now: number): Promise<CodeNow> {
  const generator = await generatorOf(seed)
  const stepMs = seed.period * 1_000
  const secondsLeft = (stepMs - (now % stepMs)) / 1_000
  return {
    code: generator.generate({ timestamp: now }),
    secondsLeft,
    next: secondsLeft <= nearEndSeconds ? generator.generate({ timestamp: now + stepMs }) : null,
  }
}

/** Throws when the typed code does not match the seed's current code. */
export async function assertCode(seed: Seed, typed: string, now: number): Promise<void> {
  const token = typed.replace(/\s/g, '')
  const wrong = (message: string) => new AppError('parameter_wrong', message)
  if (token === '') throw wrong('请填写验证器上现在的口令，确认密钥没有抄错')
  if (!/^\d+$/.test(token) || token.length !== seed.digits) throw wrong(`口令应为 ${seed.digits} 位数字`)
  const generator = await generatorOf(seed)
  const near = generator.validate({ token, timestamp: now, window: stepsBeside })
  if (near !== null) return
  const far = generator.validate({ token, timestamp: now, window: stepsAway })
  if (far === null) throw wrong('口令不对：请检查密钥、算法、位数和周期，或等下一个口令再试')
  const minutes = Math.max(1, Math.round((Math.abs(far) * seed.period) / 60))
  throw wrong(`口令是 ${minutes} 分钟${far < 0 ? '前' : '后'}的：请用现在的口令，或校准验证器与服务器的时间`)
}
