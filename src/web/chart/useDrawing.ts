// An ECharts instance in an element, with the element's size, on which the drawing depends.
import { type RefObject, useEffect, useState } from 'react'
import { type Drawing, startChart } from './echarts.ts'

export interface Size {
  width: number
  height: number
}

/** Of an element that draws itself. */
export function useSize(host: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const element = host.current
    if (!element) return
    const measure = () => setSize(sizeOf(element))
    const watching = new ResizeObserver(measure)
    watching.observe(element)
    measure()
    return () => watching.disconnect()
  }, [host])
  return size
}

/** Null while the element is not shown. */
function sizeOf({ clientWidth: width, clientHeight: height }: HTMLElement): Size | null {
  return width === 0 || height === 0 ? null : { width, height }
}

export function useDrawing(host: RefObject<HTMLElement | null>): {
  drawing: Drawing | null
  size: Size | null
} {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const element = host.current
    if (!element) return
    const started = startChart(element)
    setDrawing(started)
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width === 0 || height === 0) return
      started.resize()
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }))
    }
    const watching = new ResizeObserver(measure)
    watching.observe(element)
    measure()
    return () => {
      watching.disconnect()
      started.dispose()
    }
  }, [host])
  return { drawing, size }
}
