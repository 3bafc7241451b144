// The host that shows all messages.
import { Button, Toast } from '@blueprintjs/core'
import { Cross, Error as ErrorIcon, InfoSign, TickCircle, WarningSign } from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import { dismissMessage, type Message, type MessageIntent, useMessages } from './message.ts'

const icons: Record<MessageIntent, ReactElement> = {
  none: <InfoSign />,
  success: <TickCircle />,
  warning: <WarningSign />,
  danger: <ErrorIcon />,
}

export function MessageHost() {
  const messages = useMessages((state) => state.messages)
  return (
    <section className="message-host" aria-label="消息">
      {messages.map((message) => (
        <MessageToast message={message} key={message.id} />
      ))}
    </section>
  )
}

function MessageToast({ message }: { message: Message }) {
  const { id, intent, timeoutMs, times, action } = message
  const dismiss = () => dismissMessage(id)
  // A repeated message changes its timeout by a millisecond, which restarts the toast's timer.
  const timeout = timeoutMs === 0 ? 0 : timeoutMs + (times % 2)
  return (
    <Toast
      className={`message message-${intent}`}
      icon={icons[intent]}
      isCloseButtonShown={false}
      onDismiss={dismiss}
      timeout={timeout}
      message={
        <>
          <span className="message-text">{message.message}</span>
          {message.detail && <span className="message-detail">{message.detail}</span>}
          <span className="message-buttons">
            {action && (
              <Button
                variant="minimal"
                size="small"
                intent="primary"
                text={action.text}
                onClick={() => {
                  dismiss()
                  action.onClick()
                }}
              />
            )}
            <Button variant="minimal" size="small" icon={<Cross />} aria-label="关闭" onClick={dismiss} />
          </span>
        </>
      }
    />
  )
}
