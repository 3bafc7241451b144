// Actions on the page of one-time codes.
import { call, failureOf } from '#web/api/client.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { copyText } from '#web/ui/copyText.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { offerUndo } from '#web/ui/undo.ts'
import {
  consoleAccount,
  deleteMfaAccounts,
  type MfaAccount,
  type MfaSignIn,
  mfaAccountHistory,
  redirectAliyunMfa,
  restoreMfaAccounts,
} from '../contract.ts'
import { AccountForm } from './AccountForm.tsx'
import { dropCode, readAccounts, readCodes, useMfa } from './store.ts'

export const isConsoleAccount = ({ name }: Pick<MfaAccount, 'name'>): boolean =>
  name.normalize('NFKC').toLowerCase() === consoleAccount

const selectedAccount = (): MfaAccount | undefined => {
  const { accounts, selected } = useMfa.getState()
  return accounts.rows.find(({ id }) => id === selected)
}

export const showCodes = (): Promise<void> => readCodes()

/** Copies the current code; requests a new one first when it has expired or is hidden. */
export async function copyCode(id: number): Promise<void> {
  useMfa.setState({ selected: id })
  if (!useMfa.getState().codes.has(id)) await readCodes(id)
  const code = useMfa.getState().codes.get(id)
  if (code?.problem !== '') return
  const left = Math.max(0, Math.ceil((code.endsAt - performance.now()) / 1_000))
  await copyText(code.code, `已复制 ${code.name} 的口令，还有 ${left} 秒有效`)
}

export async function copySelected(): Promise<void> {
  const account = selectedAccount()
  if (account) await copyCode(account.id)
}

export function step(by: 1 | -1): void {
  const { accounts, selected } = useMfa.getState()
  const at = accounts.rows.findIndex(({ id }) => id === selected)
  const next = accounts.rows[Math.min(Math.max(at + by, 0), accounts.rows.length - 1)]
  if (!next) return
  useMfa.setState({ selected: next.id })
  document.getElementById(`mfa-${next.id}`)?.scrollIntoView({ block: 'nearest' })
}

/** Null when the server refused; the client has shown the reason. */
const askSignIn = (): Promise<MfaSignIn | null> => call(redirectAliyunMfa).catch(() => null)

/** Works from any page: opens the console account's sign-in and copies its code. */
export async function copyQuickly(): Promise<void> {
  const found = await askSignIn()
  if (!found) return
  const { name, code, secondsLeft, problem } = found
  if (problem !== '') return void showMessage({ message: problem, intent: 'warning' })
  await copyText(code, `已复制 ${name} 的口令，还有 ${Math.ceil(secondsLeft)} 秒有效`)
}

/** The address comes from the server's settings; the page contributes nothing to it. */
export async function openConsole(): Promise<void> {
  const found = await askSignIn()
  if (!found) return
  const { url, name, code, problem, demo } = found
  if (problem !== '') return void showMessage({ message: problem, intent: 'warning' })
  await copyText(code, `已复制 ${name} 的口令`)
  if (!url.startsWith('https://')) return
  // If the browser blocks the window, the message offers a link to open it.
  const opened = window.open(url, '_blank', 'noopener,noreferrer')
  showMessage({
    message: `控制台：${new URL(url).host}${demo ? '（演示地址）' : ''}`,
    detail: opened === null ? '如果没有打开新窗口，请点「打开」' : undefined,
    action: { text: '打开', onClick: () => void window.open(url, '_blank', 'noopener,noreferrer') },
  })
}

const saved = async ({ id }: MfaAccount): Promise<void> => {
  closeDialog()
  await readAccounts()
  useMfa.setState({ selected: id })
  await readCodes(id)
}

export const createAccount = (): void =>
  showDialog(<AccountForm account={null} onClose={closeDialog} onSaved={(account) => void saved(account)} />)

export function editSelected(): void {
  const account = selectedAccount()
  if (account)
    showDialog(<AccountForm account={account} onClose={closeDialog} onSaved={(kept) => void saved(kept)} />)
}

export function deleteSelected(): void {
  const account = selectedAccount()
  if (account) showDialog(<DeleteQuestion account={account} />)
}

function DeleteQuestion({ account }: { account: MfaAccount }) {
  const { id, name } = account
  const remove = async () => {
    closeDialog()
    try {
      await call(deleteMfaAccounts, { body: { ids: [id] } })
    } catch (error) {
      // The client has shown the error; the stored codes stay on the page.
      failureOf(error)
      return readAccounts()
    }
    dropCode(id)
    await readAccounts()
    offerUndo(`已删除 ${name}`, async () => {
      await call(restoreMfaAccounts, { body: { ids: [id] } })
      await readAccounts()
    })
  }
  return (
    <ConfirmDialog confirm="删除" onClose={closeDialog} onConfirm={() => void remove()}>
      <p>删除账号「{name}」？它的口令不再能查看；30 天内可以恢复，密钥会一起恢复。</p>
    </ConfirmDialog>
  )
}

export function tellHistory(): void {
  const account = selectedAccount()
  if (!account) return
  const { id, name } = account
  showHistory(name, (signal) =>
    call(mfaAccountHistory, { params: { id } }, { quiet: true, loading: null, signal }),
  )
}
