// The present message for the caller: shown, or sent only to them.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { AppError } from '#shared/errors.ts'
import { type ReceiverKind, receiverTakes, sendMessage, showing } from '#features/receivers/server/index.ts'
import type { Preview, PreviewQuestion } from '../contract.ts'
import { cleanLink, cleanNameOf, cleanNote } from './cleaning.ts'
import { makeContent } from './content/making.ts'
import type { MadeContent } from './content/parts.ts'
import type { SubscriptionDeps } from './deps.ts'
import { cleanOnly } from './only.ts'
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
  const { queryId: query_id = null, params = {}, only = null } = question
  const of = { view_id, report_id, info, pivot, query_id, params: JSON.stringify(params) }
  const subject = await findSubject(deps.metadata.db, caller, of)
  return makeContent(
    deps,
    {
      name: cleanNameOf(question.name),
      note: cleanNote(question.note),
      link: cleanLink(question.link),
      content,
      takes,
      viewId: view_id,
      only: cleanOnly(only, query_id !== null),
      evenQuiet: true,
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
  { as = 'mail', ...question }: PreviewQuestion,
  signal: AbortSignal,
): Promise<Preview> {
  const kind = kindOf(as)
  const takes = kind === 'inbox' ? { picture: true, file: false } : receiverTakes[kind]
  const made = await contentOf(deps, caller, question, `preview-${randomUUID()}`, signal, takes)
  const { message, files } = made
  const quiet = made.quiet ?? ''
  await Promise.all(files.map(({ path }) => rm(path, { force: true })))
  // An inbox shows words alone, and leads to the page.
  if (kind === 'inbox')
    return { title: message.title, quiet, text: message.text, picture: null, tables: [], files: [] }
  const { title, text, table } = (await showing()).shownBy(kind, message)
  const { picture } = message
  return {
    title,
    quiet,
    text,
    picture: picture ? `data:image/png;base64,${picture.png.toString('base64')}` : null,
    tables: table
      ? [
          {
            name: made.tables[0]?.name ?? '',
            columns: table.columns,
            rows: [...(table.total ? [table.total] : []), ...table.rows],
            hasTotal: table.total !== undefined,
            right: table.right ?? [],
            note: table.note ?? '',
          },
        ]
      : [],
    files: files.map(({ name, bytes }) => ({ name, bytes })),
  }
}

function kindOf(as: string): ReceiverKind | 'inbox' {
  if (as === 'inbox') return as
  const kind = (Object.keys(receiverTakes) as ReceiverKind[]).find((one) => one === as)
  if (!kind) throw new AppError('parameter_wrong', `没有「${as}」这种收件方式`)
  return kind
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
