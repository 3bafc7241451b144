// Secrets of company sign-in: in an environment variable or in a file of mode 0600, whose name settings.json tells.
import { readFileSync, statSync } from 'node:fs'
import { type Static, Type } from 'typebox'

const text = Type.String({ minLength: 1, maxLength: 500 })

export const secretPlace = { secretEnv: Type.Optional(text), secretFile: Type.Optional(text) }
type SecretPlace = Partial<Record<keyof typeof secretPlace, Static<typeof text>>>

/** Throws an Error unless there is exactly one. */
export function checkSecretPlace(where: string, { secretEnv, secretFile }: SecretPlace): void {
  if ((secretEnv === undefined) === (secretFile === undefined))
    throw new Error(`${where} 应填写 secretEnv（环境变量名）或 secretFile（权限 0600 的文件）之一`)
}

/** Throws an Error in Chinese, without the secret, where there is none. */
export function readSecretAt({ secretEnv, secretFile }: SecretPlace): string {
  if (secretFile !== undefined) return fromFile(secretFile)
  const secret = process.env[secretEnv ?? ''] ?? ''
  if (secret === '') throw new Error(`环境变量 ${secretEnv} 没有设置`)
  return secret
}

function fromFile(path: string): string {
  let secret: string
  let mode: number
  try {
    mode = statSync(path).mode
    // Editors end the last line.
    secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new Error(`无法读取密钥文件 ${path}（${(error as NodeJS.ErrnoException).code}）`)
  }
  if (mode & 0o077) throw new Error(`密钥文件 ${path} 可被他人读取，请把权限改为 0600`)
  if (secret === '') throw new Error(`密钥文件 ${path} 是空的`)
  return secret
}
