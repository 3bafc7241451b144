// Shows a page's error in its place; navigation, palette and settings keep working.
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ErrorState } from '../ui/states/ErrorState.tsx'

interface State {
  fault: Error | null
}

export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { fault: null }

  static getDerivedStateFromError(fault: unknown): State {
    return { fault: fault instanceof Error ? fault : new Error(String(fault)) }
  }

  override componentDidCatch(fault: Error, info: ErrorInfo): void {
    console.error(fault, info.componentStack)
  }

  override render(): ReactNode {
    const { fault } = this.state
    if (fault === null) return this.props.children
    return (
      <ErrorState
        title="页面出错了"
        description={`请重试；若仍出错，请将以下信息告知管理员：${fault.message}`}
        onRetry={() => this.setState({ fault: null })}
      />
    )
  }
}
