// The files of a mail: those that are there and that servers take.
import { stat } from 'node:fs/promises'
import type { KeptMessage } from '../message.ts'

/** Most servers take mails up to 20 MB; base64 makes a third more of a file. */
const mostBytes = 14 * 1024 * 1024

type Files = NonNullable<KeptMessage['attachments']>

export interface MailFiles {
  files: Files
  /** Which were left out and why, in Chinese; undefined where none was. */
  note: string | undefined
}

export async function filesOf({ attachments = [] }: KeptMessage): Promise<MailFiles> {
  const files: Files = []
  const left: string[] = []
  let size = 0
  for (const file of attachments) {
    const found = await stat(file.path).catch(() => null)
    if (!found?.isFile()) left.push(`附件「${file.name}」已不在`)
    else if (size + found.size > mostBytes) left.push(`附件「${file.name}」过大，没有附上`)
    else {
      size += found.size
      files.push(file)
    }
  }
  return { files, note: left.length === 0 ? undefined : left.join('；').slice(0, 500) }
}
