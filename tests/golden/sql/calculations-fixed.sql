-- $1 = "2026-03-02"
WITH _rows AS MATERIALIZED (
  SELECT f."on_day" AS "d1", sum(f."amount") AS "p11"
  FROM "calculated_sale" AS f
  WHERE f."on_day" >= DATE '2026-03-01' AND f."on_day" < DATE '2026-03-12'
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11"
  FROM _rows
)
SELECT r."d1", r."p11", r."p11_c1", r."p11_c2", r."p11_c3", r."p11_c4"
FROM (
  SELECT r.*, CASE WHEN r."_level" IN (1) THEN r."p11" - (arg_min(r."p11", CASE WHEN r."d1" < DATE '2026-03-11' THEN r."d1" END) OVER (PARTITION BY r."_level")) END AS "p11_c1", CASE WHEN r."_level" IN (1) THEN r."p11" / nullif((arg_max(r."p11", CASE WHEN r."d1" < DATE '2026-03-11' THEN r."d1" END) OVER (PARTITION BY r."_level")), 0) - 1 END AS "p11_c2", CASE WHEN r."_level" IN (1) THEN r."p11" / nullif((arg_min(r."p11", CASE WHEN r."d1" < DATE '2026-03-11' THEN r."d1" END) OVER (PARTITION BY r."_level")), 0) * 100 END AS "p11_c3", CASE WHEN r."_level" IN (1) THEN r."p11" - (CASE WHEN max(CASE WHEN r."d1" = CAST($1 AS DATE) THEN 1 END) OVER (PARTITION BY r."_level") IS NULL THEN 0 ELSE max(CASE WHEN r."d1" = CAST($1 AS DATE) THEN r."p11" END) OVER (PARTITION BY r."_level") END) END AS "p11_c4"
  FROM (
    SELECT "_level", "d1", coalesce("p11", 0) AS "p11"
    FROM _levels
  ) AS r
) AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
