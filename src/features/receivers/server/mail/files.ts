// Chooses the attachments of a mail: files that exist and that mail servers accept.
import { stat } from 'node:fs/promises'
import type { KeptMessage } from '../message.ts'

/** Most servers accept mails up to 20 MB; base64 enlarges a file by a third. */
const mostBytes = 14 * 1024 * 1024

type Files = NonNullable<KeptMessage['attachments']>

interface MailFiles {
  files: Files
  /** Chinese: which files were left out and why; undefined when none was. */
  note: string | undefined
}

export async function filesOf({ attachments = [] }: KeptMessage): Promise<MailFiles> {
  const files: Files = []
  const left: string[] = []
  let size = 0
  for (const file of attachments) {
    const found = await stat(file.path).catch(() => null)
    if (!found?.isFile()) left.push(`附件「${file.name}」已不在`)
    else if (size + found.size > mostBytes) left.push(`附件「${file.name}」过大，未附上`)
    else {
      size += found.size
      files.push(file)
    }
  }
  return { files, note: left.length === 0 ? undefined : left.join('；').slice(0, 500) }
}
