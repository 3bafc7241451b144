WITH _1_p12 AS MATERIALIZED (
  SELECT f."sale_day" AS "d1", f."player_id" AS "_1_p12_value"
  FROM "filled_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-02' AND f."sale_day" < DATE '2026-04-01'
  GROUP BY 1, 2
),
_1 AS (
  SELECT f."sale_day" AS "d1", sum(f."amount") AS "p11", sum(f."amount") AS "p18"
  FROM "filled_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-02' AND f."sale_day" < DATE '2026-04-01'
  GROUP BY 1
),
_1_p12_rows AS (
  SELECT "d1", count("_1_p12_value") AS "p12"
  FROM _1_p12
  GROUP BY 1
),
_2 AS (
  SELECT f."cost_day" AS "d1", sum(f."spent") AS "p20", max(f."spent") AS "p21"
  FROM "filled_cost" AS f
  WHERE f."cost_day" >= DATE '2026-03-02' AND f."cost_day" < DATE '2026-04-01'
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", sum("p11") AS "p11", sum("p18") AS "p18", max("p12") AS "p12", sum("p20") AS "p20", max("p21") AS "p21"
  FROM (
    SELECT "d1", "p11", "p18", 0 AS "p12", NULL AS "p20", NULL AS "p21"
    FROM _1
    UNION ALL
    SELECT "d1", NULL AS "p11", NULL AS "p18", "p12", NULL AS "p20", NULL AS "p21"
    FROM _1_p12_rows
    UNION ALL
    SELECT "d1", NULL AS "p11", NULL AS "p18", NULL AS "p12", "p20", "p21"
    FROM _2
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11", sum("p18") AS "p18", (SELECT count(DISTINCT "_1_p12_value") FROM _1_p12) AS "p12", sum("p20") AS "p20", max("p21") AS "p21"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11", "p18", "p12", "p20", "p21"
  FROM _rows
),
_dates AS MATERIALIZED (
  SELECT DISTINCT r."_moment" AS "d1"
  FROM (
    SELECT CAST(unnest(generate_series(DATE '2026-03-02', DATE '2026-03-06', INTERVAL 1 DAY)) AS DATE) AS "_moment"
  ) AS r
),
_missing AS MATERIALIZED (
  SELECT 1 AS "_level", "d1", NULL AS "p11", NULL AS "p18", NULL AS "p12", NULL AS "p20", NULL AS "p21"
  FROM (
    SELECT "d1"
    FROM _dates
    EXCEPT
    SELECT "d1"
    FROM _rows
  ) AS lacking
),
_filled AS (
  SELECT * FROM _levels
  UNION ALL
  SELECT * FROM _missing
)
SELECT r."d1", r."p11", r."p18", r."p12", r."p20", r."p21", r."p22"
FROM (
  SELECT r.*, r."p11" - r."p20" AS "p22"
  FROM (
    SELECT "_level", "d1", coalesce("p11", 0) AS "p11", "p18", coalesce("p12", 0) AS "p12", coalesce("p20", 0) AS "p20", "p21"
    FROM _filled
  ) AS r
) AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
