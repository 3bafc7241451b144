// The present message for the caller: shown, or sent only to them.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { receiverTakes, sendMessage } from '#features/receivers/server/index.ts'
import type { Preview, PreviewQuestion } from '../contract.ts'
import { cleanLink, cleanNameOf, cleanNote } from './cleaning.ts'
import { type MadeContent, makeContent } from './content/message.ts'
import type { SubscriptionDeps } from './deps.ts'
import { folderOf } from './sending.ts'
import { findSubject } from './subject.ts'

async function contentOf(
  deps: SubscriptionDeps,
  caller: SessionUser,
  question: PreviewQuestion,
  file: string,
  signal: AbortSignal,
  takes = receiverTakes.mail,
): Promise<MadeContent> {
  const { viewId: view_id, reportId: report_id = null, info = null, pivot = null, content } = question
  const subject = await findSubject(deps.metadata.db, caller, { view_id, report_id, info, pivot })
  return makeContent(
    deps,
    {
      name: cleanNameOf(question.name),
      note: cleanNote(question.note),
      link: cleanLink(question.link),
      content,
      takes,
      viewId: view_id,
      subject,
      reader: caller,
      files: { folder: folderOf(deps.settings.dataDir), name: file },
    },
    signal,
  )
}

export async function previewContent(
  deps: SubscriptionDeps,
  caller: SessionUser,
  question: PreviewQuestion,
  signal: AbortSignal,
): Promise<Preview> {
  const { message, tables, files } = await contentOf(
    deps,
    caller,
    question,
    `preview-${randomUUID()}`,
    signal,
  )
  await Promise.all(files.map(({ path }) => rm(path, { force: true })))
  const { picture } = message
  return {
    title: message.title,
    text: message.text,
    picture: picture ? `data:image/png;base64,${picture.png.toString('base64')}` : null,
    tables: question.content.table
      ? tables.map(({ name, table }) => ({
          name,
          columns: table.columns.map(({ title }) => title),
          rows: [...(table.total ? [table.total] : []), ...table.rows],
          rowCount: table.rowCount,
        }))
      : [],
    files: files.map(({ name, bytes }) => ({ name, bytes })),
  }
}

/** With a new key each time: asking twice sends twice. */
export async function sendToCaller(
  deps: SubscriptionDeps,
  caller: SessionUser,
  { toMail, ...question }: PreviewQuestion & { toMail: boolean },
  signal: AbortSignal,
): Promise<null> {
  const run = `try-${randomUUID()}`
  const { message } = await contentOf(deps, caller, question, run, signal, { picture: true, file: toMail })
  await deps.jobs.transaction(async (db, enqueue) => {
    await writeAudit(db, {
      userId: caller.id,
      action: 'subscription.try',
      detail: { name: message.title, viewId: question.viewId },
    })
    await sendMessage(
      { db, enqueue },
      {
        key: `subscription ${run}`,
        source: { kind: 'subscription', id: 0, title: `订阅「${message.title}」试发` },
        ownerId: caller.id,
        userIds: [caller.id],
        mails: toMail ? [{ address: caller.email }] : [],
        message,
      },
    )
  })
  return null
}
