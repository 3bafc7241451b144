// The parts of ECharts that the product uses; nothing else of it reaches the browser.
import { BarChart, CustomChart, FunnelChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import {
  AriaComponent,
  DataZoomInsideComponent,
  GridComponent,
  MarkAreaComponent,
  TooltipComponent,
} from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

echarts.use([
  LineChart,
  BarChart,
  PieChart,
  ScatterChart,
  FunnelChart,
  CustomChart,
  GridComponent,
  MarkAreaComponent,
  TooltipComponent,
  DataZoomInsideComponent,
  AriaComponent,
  CanvasRenderer,
])

export const startChart = (element: HTMLElement) => echarts.init(element)
export type Drawing = ReturnType<typeof startChart>
