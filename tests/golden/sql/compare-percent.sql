WITH _shared1_p12 AS MATERIALIZED (
  SELECT f."sale_day" AS "_day", f."player_id" AS "_value"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-09' AND f."sale_day" < DATE '2026-03-10'
  GROUP BY 1, 2
),
_shared1 AS MATERIALIZED (
  SELECT f."sale_day" AS "_day", count(*) AS "p13", sum(f."amount") AS "p11"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-09' AND f."sale_day" < DATE '2026-03-10'
  GROUP BY 1
),
_1_p12 AS MATERIALIZED (
  SELECT f."sale_day" AS "d1", f."player_id" AS "_1_p12_value"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-10' AND f."sale_day" < DATE '2026-03-11'
  GROUP BY 1, 2
),
_prior1_1_p12 AS MATERIALIZED (
  SELECT f."_value" AS "_prior1_1_p12_value"
  FROM "_shared1_p12" AS f
  WHERE f."_day" >= DATE '2026-03-09' AND f."_day" < DATE '2026-03-10'
  GROUP BY 1
),
_prior2_1_p12 AS (
  SELECT (f."_day" + 1) AS "d1", f."_value" AS "_prior2_1_p12_value"
  FROM "_shared1_p12" AS f
  WHERE f."_day" >= DATE '2026-03-09' AND f."_day" < DATE '2026-03-10'
),
_prior1_1 AS (
  SELECT sum(f."p13") AS "p13", sum(f."p11") AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-03-09' AND f."_day" < DATE '2026-03-10'
),
_prior1_1_p12_rows AS (
  SELECT count("_prior1_1_p12_value") AS "p12"
  FROM _prior1_1_p12
),
_prior1_rows AS MATERIALIZED (
  SELECT max("p12") AS "p12", sum("p13") AS "p13", sum("p11") AS "p11"
  FROM (
    SELECT 0 AS "p12", "p13", "p11"
    FROM _prior1_1
    UNION ALL
    SELECT "p12", NULL AS "p13", NULL AS "p11"
    FROM _prior1_1_p12_rows
  ) AS _prior1_all
),
_prior1_levels AS (
  SELECT 0 AS "_level", (SELECT count(DISTINCT "_prior1_1_p12_value") FROM _prior1_1_p12) AS "p12", coalesce(sum("p13"), 0) AS "p13", sum("p11") AS "p11"
  FROM _prior1_rows
  UNION ALL
  SELECT 1 AS "_level", "p12", "p13", "p11"
  FROM _prior1_rows
),
_prior2_1 AS (
  SELECT (f."_day" + 1) AS "d1", f."p13" AS "p13", f."p11" AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-03-09' AND f."_day" < DATE '2026-03-10'
),
_prior2_1_p12_rows AS (
  SELECT "d1", count("_prior2_1_p12_value") AS "p12"
  FROM _prior2_1_p12
  GROUP BY 1
),
_prior2_rows AS MATERIALIZED (
  SELECT "d1", max("p12") AS "p12", sum("p13") AS "p13", sum("p11") AS "p11"
  FROM (
    SELECT "d1", 0 AS "p12", "p13", "p11"
    FROM _prior2_1
    UNION ALL
    SELECT "d1", "p12", NULL AS "p13", NULL AS "p11"
    FROM _prior2_1_p12_rows
  ) AS _prior2_all
  GROUP BY 1
),
_prior2_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", (SELECT count(DISTINCT "_prior2_1_p12_value") FROM _prior2_1_p12) AS "p12", coalesce(sum("p13"), 0) AS "p13", sum("p11") AS "p11"
  FROM _prior2_rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p12", "p13", "p11"
  FROM _prior2_rows
),
_prior AS (
  SELECT "_level", NULL AS "d1", "p15", "p14"
  FROM (
    SELECT r.*, r."p12" / nullif(r."p13", 0) AS "p15", r."p11" / nullif(r."p12", 0) AS "p14"
    FROM (
      SELECT "_level", "p12", "p13", coalesce("p11", 0) AS "p11"
      FROM _prior1_levels
    ) AS r
  ) AS r
  WHERE r."_level" IN (0)
  UNION ALL
  SELECT "_level", "d1", "p15", "p14"
  FROM (
    SELECT r.*, r."p12" / nullif(r."p13", 0) AS "p15", r."p11" / nullif(r."p12", 0) AS "p14"
    FROM (
      SELECT "_level", "d1", "p12", "p13", coalesce("p11", 0) AS "p11"
      FROM _prior2_levels
    ) AS r
  ) AS r
  WHERE r."_level" IN (1)
),
_1 AS (
  SELECT f."sale_day" AS "d1", count(*) AS "p13", sum(f."amount") AS "p11"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-10' AND f."sale_day" < DATE '2026-03-11'
  GROUP BY 1
),
_1_p12_rows AS (
  SELECT "d1", count("_1_p12_value") AS "p12"
  FROM _1_p12
  GROUP BY 1
),
_present AS MATERIALIZED (
  SELECT "d1", max("p12") AS "p12", sum("p13") AS "p13", sum("p11") AS "p11"
  FROM (
    SELECT "d1", 0 AS "p12", "p13", "p11"
    FROM _1
    UNION ALL
    SELECT "d1", "p12", NULL AS "p13", NULL AS "p11"
    FROM _1_p12_rows
  ) AS _all
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", "p12", "p13", "p11"
  FROM _present
  UNION ALL
  SELECT "d1", NULL AS "p12", NULL AS "p13", NULL AS "p11"
  FROM (
    SELECT "d1"
    FROM _prior2_rows AS r
    WHERE r."d1" >= DATE '2026-03-10' AND r."d1" < DATE '2026-03-11'
    EXCEPT
    SELECT "d1"
    FROM _present
  ) AS lacking
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", (SELECT count(DISTINCT "_1_p12_value") FROM _1_p12) AS "p12", coalesce(sum("p13"), 0) AS "p13", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p12", "p13", "p11"
  FROM _rows
),
_nothing AS (
  SELECT r."p15", r."p14"
  FROM (
    SELECT r.*, r."p12" / nullif(r."p13", 0) AS "p15", r."p11" / nullif(r."p12", 0) AS "p14"
    FROM (
      SELECT "p12", "p13", "p11"
      FROM _levels
      WHERE FALSE
      UNION ALL
      SELECT 0, 0, 0
    ) AS r
  ) AS r
),
_compared AS (
  SELECT r.*, CASE WHEN _prior."_level" IS NULL THEN _nothing."p15" ELSE _prior."p15" END AS "p15_prev", r."p15" - CASE WHEN _prior."_level" IS NULL THEN _nothing."p15" ELSE _prior."p15" END AS "p15_diff", CASE WHEN _prior."_level" IS NULL THEN _nothing."p14" ELSE _prior."p14" END AS "p14_prev", r."p14" / nullif(CASE WHEN _prior."_level" IS NULL THEN _nothing."p14" ELSE _prior."p14" END, 0) - 1 AS "p14_diff"
  FROM (
    SELECT r.*, r."p12" / nullif(r."p13", 0) AS "p15", r."p11" / nullif(r."p12", 0) AS "p14"
    FROM (
      SELECT "_level", "d1", coalesce("p12", 0) AS "p12", coalesce("p13", 0) AS "p13", coalesce("p11", 0) AS "p11"
      FROM _levels
    ) AS r
  ) AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d1" IS NOT DISTINCT FROM r."d1"
  CROSS JOIN _nothing
)
SELECT r."d1", r."p15", r."p15_prev", r."p15_diff", r."p14", r."p14_prev", r."p14_diff"
FROM _compared AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
