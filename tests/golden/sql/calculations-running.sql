WITH _rows AS MATERIALIZED (
  SELECT f."on_day" AS "d1", sum(f."amount") AS "p11"
  FROM "calculated_sale" AS f
  WHERE f."on_day" >= DATE '2026-03-01' AND f."on_day" < DATE '2026-03-11'
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11"
  FROM _rows
)
SELECT r."d1", r."p11", r."p11_c1"
FROM (
  SELECT r.*, CASE WHEN r."_level" IN (1) THEN CASE WHEN r."d1" IS NOT NULL THEN sum(r."p11") OVER (PARTITION BY r."_level" ORDER BY r."d1" ASC NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) END ELSE r."p11" END AS "p11_c1"
  FROM (
    SELECT "_level", "d1", coalesce("p11", 0) AS "p11"
    FROM _levels
  ) AS r
) AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
