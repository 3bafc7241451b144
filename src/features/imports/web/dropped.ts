// A file that was dropped on any page: on to the page where it is looked at.
import { navigate } from 'wouter/use-browser-location'
import { sendFile } from './sending.ts'

export function takeDropped(file: File): void {
  if (window.location.pathname !== '/config/import') navigate('/config/import')
  void sendFile(file)
}
