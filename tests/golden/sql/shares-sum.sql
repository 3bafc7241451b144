WITH _1_p1 AS MATERIALIZED (
  SELECT f."cgi" AS "d3", f."player_id" AS "_1_p1_value"
  FROM "login_day" AS f
  GROUP BY 1, 2
),
_1 AS (
  SELECT f."cgi" AS "d3", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  GROUP BY 1
),
_1_p1_rows AS (
  SELECT "d3", count("_1_p1_value") AS "p1"
  FROM _1_p1
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d3", sum("p2") AS "p2", max("p1") AS "p1"
  FROM (
    SELECT "d3", "p2", 0 AS "p1"
    FROM _1
    UNION ALL
    SELECT "d3", NULL AS "p2", "p1"
    FROM _1_p1_rows
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", sum("p2") AS "p2", (SELECT count(DISTINCT "_1_p1_value") FROM _1_p1) AS "p1"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d3", "p2", "p1"
  FROM _rows
)
SELECT r."d3", r."p2", r."p2_share", r."p1"
FROM (
  SELECT r.*, r."p2" / nullif(whole."p2", 0) AS "p2_share"
  FROM (
    SELECT "_level", "d3", coalesce("p2", 0) AS "p2", "p1"
    FROM _levels
  ) AS r
  CROSS JOIN (
    SELECT "p2"
    FROM _levels
    WHERE "_level" = 0
  ) AS whole
) AS r
ORDER BY r."_level", r."p2" DESC NULLS LAST, r."d3" ASC NULLS LAST
LIMIT 100002
