// /code leads to the workspace.
import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { pagePath } from './address.ts'

export function Page() {
  useEffect(() => navigate(pagePath + window.location.search, { replace: true }), [])
  return null
}
