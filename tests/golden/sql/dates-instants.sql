WITH _rows AS MATERIALIZED (
  SELECT CAST(timezone('Asia/Shanghai', f."moment") AS DATE) AS "d1", count(*) AS "p1", sum(f."born" - TRY_CAST('2026-01-04' AS DATE)) AS "p2", sum((date_diff('day', date_trunc('week', TRY_CAST('2026-01-04' AS DATE)), date_trunc('week', f."born")) // 7) * 10) AS "p3"
  FROM "instant" AS f
  WHERE timezone('Asia/Shanghai', f."moment") >= TIMESTAMP '2026-01-01 00:00:00' AND timezone('Asia/Shanghai', f."moment") < TIMESTAMP '2026-01-03 00:00:00'
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", coalesce(sum("p1"), 0) AS "p1", sum("p2") AS "p2", sum("p3") AS "p3"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p1", "p2", "p3"
  FROM _rows
)
SELECT r."d1", r."p1", r."p2", r."p3"
FROM (
  SELECT "_level", "d1", "p1", coalesce("p2", 0) AS "p2", coalesce("p3", 0) AS "p3"
  FROM _levels
) AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
