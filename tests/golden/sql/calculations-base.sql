WITH _1_p12 AS MATERIALIZED (
  SELECT f."on_day" AS "d1", f."player" AS "_1_p12_value"
  FROM "calculated_sale" AS f
  WHERE f."on_day" >= DATE '2026-03-04' AND f."on_day" < DATE '2026-03-06'
  GROUP BY 1, 2
),
_1 AS (
  SELECT f."on_day" AS "d1", sum(f."amount") AS "p11"
  FROM "calculated_sale" AS f
  WHERE f."on_day" >= DATE '2026-03-04' AND f."on_day" < DATE '2026-03-06'
  GROUP BY 1
),
_1_p12_rows AS (
  SELECT "d1", count("_1_p12_value") AS "p12"
  FROM _1_p12
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", sum("p11") AS "p11", max("p12") AS "p12"
  FROM (
    SELECT "d1", "p11", 0 AS "p12"
    FROM _1
    UNION ALL
    SELECT "d1", NULL AS "p11", "p12"
    FROM _1_p12_rows
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11", (SELECT count(DISTINCT "_1_p12_value") FROM _1_p12) AS "p12"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11", "p12"
  FROM _rows
),
_blank AS MATERIALIZED (
  SELECT r."p13"
  FROM (
    SELECT r.*, r."p11" / nullif(r."p12", 0) AS "p13"
    FROM (
      SELECT "p11", "p12"
      FROM _levels
      WHERE FALSE
      UNION ALL
      SELECT 0, 0
    ) AS r
  ) AS r
),
_fixed1_1_p12 AS MATERIALIZED (
  SELECT f."on_day" AS "d1", f."player" AS "_fixed1_1_p12_value"
  FROM "calculated_sale" AS f
  WHERE f."on_day" >= DATE '2026-03-02' AND f."on_day" < DATE '2026-03-03'
  GROUP BY 1, 2
),
_fixed1_1 AS (
  SELECT f."on_day" AS "d1", sum(f."amount") AS "p11"
  FROM "calculated_sale" AS f
  WHERE f."on_day" >= DATE '2026-03-02' AND f."on_day" < DATE '2026-03-03'
  GROUP BY 1
),
_fixed1_1_p12_rows AS (
  SELECT "d1", count("_fixed1_1_p12_value") AS "p12"
  FROM _fixed1_1_p12
  GROUP BY 1
),
_fixed1_rows AS MATERIALIZED (
  SELECT "d1", sum("p11") AS "p11", max("p12") AS "p12"
  FROM (
    SELECT "d1", "p11", 0 AS "p12"
    FROM _fixed1_1
    UNION ALL
    SELECT "d1", NULL AS "p11", "p12"
    FROM _fixed1_1_p12_rows
  ) AS _fixed1_all
  GROUP BY 1
),
_fixed1_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11", (SELECT count(DISTINCT "_fixed1_1_p12_value") FROM _fixed1_1_p12) AS "p12"
  FROM _fixed1_rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11", "p12"
  FROM _fixed1_rows
),
_fixed1 AS MATERIALIZED (
  SELECT "p11", "p12", "p13", 1 AS "_present"
  FROM (
    SELECT r.*, r."p11" / nullif(r."p12", 0) AS "p13"
    FROM (
      SELECT "_level", "d1", coalesce("p11", 0) AS "p11", "p12"
      FROM _fixed1_levels
    ) AS r
  ) AS r
  WHERE r."_level" = 0
)
SELECT r."d1", r."p11", r."p11_c1", r."p11_c2", r."p11_c3", r."p12", r."p12_c4", r."p13", r."p13_c5", r."p11_c1_base", r."p11_c2_base", r."p11_c3_base", r."p12_c4_base", r."p13_c5_base"
FROM (
  SELECT r.*, CASE r."_level" WHEN 1 THEN _fixed1."p11" END AS "p11_c1_base", CASE r."_level" WHEN 1 THEN r."p11" - (_fixed1."p11") END AS "p11_c1", CASE r."_level" WHEN 1 THEN _fixed1."p11" END AS "p11_c2_base", CASE r."_level" WHEN 1 THEN r."p11" / nullif((_fixed1."p11"), 0) - 1 END AS "p11_c2", CASE r."_level" WHEN 1 THEN _fixed1."p11" END AS "p11_c3_base", CASE r."_level" WHEN 1 THEN r."p11" / nullif((_fixed1."p11"), 0) * 100 END AS "p11_c3", CASE r."_level" WHEN 1 THEN _fixed1."p12" END AS "p12_c4_base", CASE r."_level" WHEN 1 THEN r."p12" - (_fixed1."p12") END AS "p12_c4", CASE r."_level" WHEN 1 THEN _fixed1."p13" END AS "p13_c5_base", CASE r."_level" WHEN 1 THEN r."p13" / nullif((_fixed1."p13"), 0) - 1 END AS "p13_c5"
  FROM (
    SELECT r.*, r."p11" / nullif(r."p12", 0) AS "p13"
    FROM (
      SELECT "_level", "d1", coalesce("p11", 0) AS "p11", "p12"
      FROM _levels
    ) AS r
  ) AS r
  CROSS JOIN _blank
  CROSS JOIN _fixed1
) AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
