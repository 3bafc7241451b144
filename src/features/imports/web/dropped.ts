// A file dropped on any page opens the import page.
import { navigate } from 'wouter/use-browser-location'
import { sendFile } from './sending.ts'

export function takeDropped(file: File): void {
  if (window.location.pathname !== '/config/import') navigate('/config/import')
  void sendFile(file)
}
