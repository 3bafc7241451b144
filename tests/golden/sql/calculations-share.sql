WITH _rows AS MATERIALIZED (
  SELECT f."on_day" AS "d1", f."channel" AS "d2", sum(f."amount") AS "p11"
  FROM "calculated_sale" AS f
  WHERE f."on_day" >= DATE '2026-03-02' AND f."on_day" < DATE '2026-03-05'
  GROUP BY 1, 2
),
_levels_1 AS (
  SELECT "d1", sum("p11") AS "p11"
  FROM _rows
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", NULL AS "d2", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", NULL AS "d2", "p11"
  FROM _levels_1
  UNION ALL
  SELECT 2 AS "_level", "d1", "d2", "p11"
  FROM _rows
),
_whole1_rows AS MATERIALIZED (
  SELECT f."channel" AS "d2", sum(f."amount") AS "p11"
  FROM "calculated_sale" AS f
  WHERE f."on_day" >= DATE '2026-03-02' AND f."on_day" < DATE '2026-03-05'
  GROUP BY 1
),
_whole1_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", sum("p11") AS "p11"
  FROM _whole1_rows
  UNION ALL
  SELECT 1 AS "_level", "d2", "p11"
  FROM _whole1_rows
),
_whole1 AS MATERIALIZED (
  SELECT "d2", "p11"
  FROM (
    SELECT "_level", "d2", coalesce("p11", 0) AS "p11"
    FROM _whole1_levels
  ) AS r
  WHERE r."_level" = 1
)
SELECT r."d1", r."d2", r."p11", r."p11_c1", r."p11_c2", r."p11_c3"
FROM (
  SELECT r.*, CASE r."_level" WHEN 2 THEN r."p11" / nullif(max(CASE WHEN r."_level" = 1 THEN r."p11" END) OVER (PARTITION BY r."d1"), 0) END AS "p11_c1", CASE r."_level" WHEN 0 THEN r."p11" / nullif(r."p11", 0) WHEN 2 THEN r."p11" / nullif(_whole1."p11", 0) END AS "p11_c2", CASE r."_level" WHEN 0 THEN r."p11" / nullif(r."p11", 0) WHEN 2 THEN r."p11" / nullif(max(CASE WHEN r."_level" = 0 THEN r."p11" END) OVER (), 0) END AS "p11_c3"
  FROM (
    SELECT "_level", "d1", "d2", coalesce("p11", 0) AS "p11"
    FROM _levels
  ) AS r
  LEFT JOIN _whole1 ON _whole1."d2" IS NOT DISTINCT FROM r."d2"
) AS r
WHERE r."_level" IN (0, 2)
ORDER BY r."_level", r."d1" ASC NULLS LAST, r."d2" ASC NULLS LAST
LIMIT 100002
