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
),
_fixed1_rows AS MATERIALIZED (
  SELECT f."on_day" AS "d1", sum(f."amount") AS "p11"
  FROM "calculated_sale" AS f
  WHERE f."on_day" >= DATE '2026-03-02' AND f."on_day" < DATE '2026-03-03'
  GROUP BY 1
),
_fixed1_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11"
  FROM _fixed1_rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11"
  FROM _fixed1_rows
),
_fixed1 AS MATERIALIZED (
  SELECT "p11", 1 AS "_present"
  FROM (
    SELECT "_level", "d1", coalesce("p11", 0) AS "p11"
    FROM _fixed1_levels
  ) AS r
  WHERE r."_level" = 0
)
SELECT r."d1", r."p11", r."p11_c1", r."p11_c2", r."p11_c3", r."p11_c4", r."p11_c1_base", r."p11_c2_base", r."p11_c3_base", r."p11_c4_base"
FROM (
  SELECT r.*, CASE WHEN r."_level" IN (1) THEN arg_min(r."p11", CASE WHEN r."d1" < DATE '2026-03-11' THEN r."d1" END) OVER (PARTITION BY r."_level") END AS "p11_c1_base", CASE WHEN r."_level" IN (1) THEN r."p11" - (arg_min(r."p11", CASE WHEN r."d1" < DATE '2026-03-11' THEN r."d1" END) OVER (PARTITION BY r."_level")) END AS "p11_c1", CASE WHEN r."_level" IN (1) THEN arg_max(r."p11", CASE WHEN r."d1" < DATE '2026-03-11' THEN r."d1" END) OVER (PARTITION BY r."_level") END AS "p11_c2_base", CASE WHEN r."_level" IN (1) THEN r."p11" / nullif((arg_max(r."p11", CASE WHEN r."d1" < DATE '2026-03-11' THEN r."d1" END) OVER (PARTITION BY r."_level")), 0) - 1 END AS "p11_c2", CASE WHEN r."_level" IN (1) THEN arg_min(r."p11", CASE WHEN r."d1" < DATE '2026-03-11' THEN r."d1" END) OVER (PARTITION BY r."_level") END AS "p11_c3_base", CASE WHEN r."_level" IN (1) THEN r."p11" / nullif((arg_min(r."p11", CASE WHEN r."d1" < DATE '2026-03-11' THEN r."d1" END) OVER (PARTITION BY r."_level")), 0) * 100 END AS "p11_c3", CASE r."_level" WHEN 1 THEN _fixed1."p11" END AS "p11_c4_base", CASE r."_level" WHEN 1 THEN r."p11" - (_fixed1."p11") END AS "p11_c4"
  FROM (
    SELECT "_level", "d1", coalesce("p11", 0) AS "p11"
    FROM _levels
  ) AS r
  CROSS JOIN _fixed1
) AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
