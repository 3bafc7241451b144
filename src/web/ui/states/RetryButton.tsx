// Repeats a request; renders nothing when the result would be the same.
import { Button, type ButtonProps } from '@blueprintjs/core'
import { isPassing } from '#shared/passing.ts'

interface Props extends Pick<ButtonProps, 'size' | 'variant' | 'intent' | 'text'> {
  failure: { status?: number; code?: string } | null | undefined
  onRetry: () => void
}

export function RetryButton({ failure, onRetry, text = '重试', size = 'small', ...look }: Props) {
  if (failure && !isPassing(failure)) return null
  return <Button text={text} size={size} {...look} onClick={onRetry} />
}
