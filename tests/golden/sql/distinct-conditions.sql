WITH _1_p901 AS MATERIALIZED (
  SELECT f."login_date" AS "d1", f."player_id" AS "_1_p901_value"
  FROM "login_day" AS f
  WHERE f."minutes" >= 40
  GROUP BY 1, 2
),
_1_p902 AS MATERIALIZED (
  SELECT f."login_date" AS "d1", f."player_id" AS "_1_p902_value"
  FROM "login_day" AS f
  WHERE f."minutes" <= 20
  GROUP BY 1, 2
),
_1_p1 AS MATERIALIZED (
  SELECT f."login_date" AS "d1", f."player_id" AS "_1_p1_value"
  FROM "login_day" AS f
  GROUP BY 1, 2
),
_1 AS (
  SELECT f."login_date" AS "d1"
  FROM "login_day" AS f
  GROUP BY 1
),
_1_p901_rows AS (
  SELECT "d1", count("_1_p901_value") AS "p901"
  FROM _1_p901
  GROUP BY 1
),
_1_p902_rows AS (
  SELECT "d1", count("_1_p902_value") AS "p902"
  FROM _1_p902
  GROUP BY 1
),
_1_p1_rows AS (
  SELECT "d1", count("_1_p1_value") AS "p1"
  FROM _1_p1
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", max("p901") AS "p901", max("p902") AS "p902", max("p1") AS "p1"
  FROM (
    SELECT "d1", 0 AS "p901", 0 AS "p902", 0 AS "p1"
    FROM _1
    UNION ALL
    SELECT "d1", "p901", NULL AS "p902", NULL AS "p1"
    FROM _1_p901_rows
    UNION ALL
    SELECT "d1", NULL AS "p901", "p902", NULL AS "p1"
    FROM _1_p902_rows
    UNION ALL
    SELECT "d1", NULL AS "p901", NULL AS "p902", "p1"
    FROM _1_p1_rows
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", (SELECT count(DISTINCT "_1_p901_value") FROM _1_p901) AS "p901", (SELECT count(DISTINCT "_1_p902_value") FROM _1_p902) AS "p902", (SELECT count(DISTINCT "_1_p1_value") FROM _1_p1) AS "p1"
  UNION ALL
  SELECT 1 AS "_level", "d1", "p901", "p902", "p1"
  FROM _rows
)
SELECT r."d1", r."p901", r."p902", r."p1"
FROM _levels AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
