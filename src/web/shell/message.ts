// Messages to the user, shown by one host. A message already on screen is not stacked; its timer restarts.
import { create } from 'zustand'

export type MessageIntent = 'none' | 'success' | 'warning' | 'danger'

export interface MessageInput {
  message: string
  /** A second, muted line: the server's message, or what to do next. */
  detail?: string | undefined
  intent?: MessageIntent
  /** A message of the same kind gives way to this one. */
  kind?: string
  action?: { text: string; onClick: () => void }
  /** In milliseconds; 0 shows the message until it is closed. */
  timeoutMs?: number
}

export interface Message extends MessageInput {
  intent: MessageIntent
  timeoutMs: number
  /** Counts repetitions of the same message. */
  times: number
  id: string
}

const mostMessages = 5
const shortTimeoutMs = 4_000
const longTimeoutMs = 8_000

export const useMessages = create<{ messages: readonly Message[] }>(() => ({ messages: [] }))

/** Shows a message and returns its id. */
export function showMessage(input: MessageInput): string {
  const id = input.kind ?? JSON.stringify([input.intent ?? 'none', input.message, input.detail ?? ''])
  const { messages } = useMessages.getState()
  const before = messages.find((message) => message.id === id)
  const message: Message = {
    ...input,
    id,
    intent: input.intent ?? 'none',
    timeoutMs:
      input.timeoutMs ?? (input.intent === 'danger' || input.action ? longTimeoutMs : shortTimeoutMs),
    times: (before?.times ?? 0) + 1,
  }
  const others = messages.filter((other) => other.id !== id)
  useMessages.setState({ messages: [message, ...others].slice(0, mostMessages) })
  return id
}

export function dismissMessage(id: string): void {
  useMessages.setState(({ messages }) => ({ messages: messages.filter((message) => message.id !== id) }))
}

export function clearMessages(): void {
  useMessages.setState({ messages: [] })
}
