// A file dropped on any page opens the import page.

import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { sendFile } from './sending.ts'

export function takeDropped(file: File): void {
  if (window.location.pathname !== pages.configImport.path) navigate(pages.configImport())
  void sendFile(file)
}
