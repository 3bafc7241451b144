-- $1 = ["2","3"]
WITH _1_last_moments AS MATERIALIZED (
  SELECT f."cgi" AS "d3", max(f."login_date") FILTER (WHERE (f."minutes") IS NOT NULL) AS "_1_last_p61_at"
  FROM "login_day" AS f
  WHERE f."server_id" IN (SELECT unnest(CAST($1 AS BIGINT[])))
  GROUP BY 1
),
_1_last AS MATERIALIZED (
  SELECT _1_last_moments."d3", _1_last_moments."_1_last_p61_at", CASE WHEN count(f."minutes") > 1 THEN error('⟪余额指标「余额」不知道取哪一行：指标表「登录」没有写行的主键：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum(f."minutes") END AS "p61"
  FROM "login_day" AS f
  JOIN _1_last_moments ON _1_last_moments."d3" IS NOT DISTINCT FROM f."cgi" AND _1_last_moments."_1_last_p61_at" = f."login_date"
  WHERE f."server_id" IN (SELECT unnest(CAST($1 AS BIGINT[]))) AND f."login_date" IN (SELECT DISTINCT _1_last_moments."_1_last_p61_at" FROM _1_last_moments)
  GROUP BY 1, 2
  UNION ALL
  SELECT "d3", "_1_last_p61_at", NULL AS "p61"
  FROM _1_last_moments
  WHERE "_1_last_p61_at" IS NULL
),
_rows AS MATERIALIZED (
  SELECT "d3", sum("p61") AS "p61"
  FROM _1_last
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", (
      SELECT sum("p61") AS "p61"
      FROM (
        SELECT arg_max("p61", "_1_last_p61_at") AS "p61"
        FROM (
          SELECT "_1_last_p61_at", CASE WHEN count("p61") > 1 THEN error('⟪余额指标「余额」不知道取哪一行：指标表「登录」没有写行的主键：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum("p61") END AS "p61"
          FROM _1_last
          GROUP BY 1
        ) AS moments
      ) AS lasts
    ) AS "p61"
  UNION ALL
  SELECT 1 AS "_level", "d3", "p61"
  FROM _rows
)
SELECT r."d3", r."p61"
FROM _levels AS r
ORDER BY r."_level", r."d3" ASC NULLS LAST
LIMIT 100002
