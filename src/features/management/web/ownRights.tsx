// Asks users who are about to lose their own management permission to confirm; the form keeps its content
// meanwhile.
import { type ReactNode, useState } from 'react'
import { CallError } from '#web/api/callError.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'

interface Question {
  answer: (yes: boolean) => void
}

interface OwnRights {
  /** Sends the change; if the server asks for confirmation and the user confirms, sends it again. */
  send: <Saved>(work: (confirmed: boolean) => Promise<Saved>) => Promise<Saved>
  /** Rendered within the form. */
  question: ReactNode
}

export function useOwnRights(): OwnRights {
  const [asked, setAsked] = useState<Question | null>(null)
  const ask = () =>
    new Promise<boolean>((resolve) => {
      setAsked({
        answer: (yes) => {
          setAsked(null)
          resolve(yes)
        },
      })
    })
  const send: OwnRights['send'] = async (work) => {
    try {
      return await work(false)
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'own_rights' || !(await ask())) throw error
      return work(true)
    }
  }
  return { send, question: asked && <OwnRightsQuestion {...asked} /> }
}

function OwnRightsQuestion({ answer }: Question) {
  return (
    <ConfirmDialog confirm="仍然保存" onClose={() => answer(false)} onConfirm={() => answer(true)}>
      <p>保存后你将失去「权限管理」权限，此页面也会关闭。</p>
      <p>之后只能由其他管理员重新授予。</p>
    </ConfirmDialog>
  )
}
