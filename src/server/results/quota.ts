// Bytes that users' results take, and their limits.
import { AppError } from '#shared/errors.ts'

export interface Limits {
  resultBytes: number
  userBytes: number
}

const gibibyte = 1024 ** 3
export const usualLimits: Limits = { resultBytes: 2 * gibibyte, userBytes: 4 * gibibyte }

export class Quota {
  readonly #limits: Limits
  readonly #used = new Map<number, number>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  used(userId: number): number {
    return this.#used.get(userId) ?? 0
  }

  /** Counts bytes that already exist. */
  note(userId: number, bytes: number): void {
    this.#used.set(userId, this.used(userId) + bytes)
  }

  /** Reserves room for more of a result that has `before` bytes; throws where there is none. */
  take(userId: number, before: number, bytes: number): void {
    const { resultBytes, userBytes } = this.#limits
    if (before + bytes > resultBytes) {
      throw new AppError(
        'quota_exceeded',
        `一个结果最多 ${sizeText(resultBytes)}，请减少行数或列数，或改用导出`,
      )
    }
    if (this.used(userId) + bytes > userBytes) {
      throw new AppError(
        'quota_exceeded',
        `保留的查询结果已达到上限 ${sizeText(userBytes)}，请先关闭不再需要的结果`,
      )
    }
    this.note(userId, bytes)
  }

  give(userId: number, bytes: number): void {
    this.note(userId, -bytes)
  }
}

function sizeText(bytes: number): string {
  const units = ['字节', 'KiB', 'MiB', 'GiB'] as const
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < 3) {
    value /= 1024
    unit += 1
  }
  return `${Number(value.toFixed(1))} ${units[unit]}`
}
