WITH _rows AS MATERIALIZED (
  SELECT f."on_day" AS "d1", f."channel" AS "d2", sum(f."amount") AS "p11", sum(f."amount") AS "p20"
  FROM "calculated_sale" AS f
  WHERE f."on_day" >= DATE '2026-03-01' AND f."on_day" < DATE '2026-03-11'
  GROUP BY 1, 2
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", NULL AS "d2", sum("p11") AS "p11", sum("p20") AS "p20"
  FROM _rows
  UNION ALL
  SELECT 2 AS "_level", "d1", "d2", "p11", "p20"
  FROM _rows
)
SELECT r."d1", r."d2", r."p11", r."p11_c1", r."p11_c2", r."p20", r."p20_c3"
FROM (
  SELECT r.*, CASE WHEN r."_level" IN (2) THEN CASE WHEN r."p11" IS NOT NULL THEN rank() OVER (PARTITION BY r."_level" ORDER BY r."p11" DESC NULLS LAST) END END AS "p11_c1", CASE WHEN r."_level" IN (2) THEN CASE WHEN r."p11" IS NOT NULL THEN rank() OVER (PARTITION BY r."_level" ORDER BY r."p11" ASC NULLS LAST) END END AS "p11_c2", CASE WHEN r."_level" IN (2) THEN CASE WHEN r."p20" IS NOT NULL THEN rank() OVER (PARTITION BY r."_level" ORDER BY r."p20" DESC NULLS LAST) END END AS "p20_c3"
  FROM (
    SELECT "_level", "d1", "d2", coalesce("p11", 0) AS "p11", "p20"
    FROM _levels
  ) AS r
) AS r
ORDER BY r."_level", r."d2" ASC NULLS LAST, r."d1" ASC NULLS LAST
LIMIT 100002
