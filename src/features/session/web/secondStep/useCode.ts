// Sends a typed code. A wrong one stays in its field with the reason; an expired ticket leads back to the password.
import { type FormEvent, useState } from 'react'
import { failureOf } from '#web/api/client.ts'
import { useSubmit } from '#web/form/useSubmit.ts'

interface Asked<Answer> {
  send: (code: string) => Promise<Answer>
  onAnswer: (answer: Answer) => void
  onGone: () => void
}

export function useCode<Answer>({ send, onAnswer, onGone }: Asked<Answer>) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const { submit, busy, failure } = useSubmit<string, { answer: Answer } | 'wrong' | 'gone'>(
    async (typed) => {
      try {
        return { answer: await send(typed) }
      } catch (error) {
        const { code: reason, message } = failureOf(error)
        if (reason === 'ticket_invalid') return 'gone'
        if (reason !== 'step_wrong') throw error
        setProblem(message)
        return 'wrong'
      }
    },
  )
  const enter = async (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return setProblem('请填写动态口令')
    const result = await submit(code)
    if (result === 'gone') onGone()
    else if (result !== null && result !== 'wrong') onAnswer(result.answer)
    else document.querySelector<HTMLInputElement>('#step-code')?.select()
  }
  const change = (typed: string) => {
    setCode(typed)
    setProblem(undefined)
  }
  return { code, change, problem, busy, failure, enter }
}
